-- Names that whoever reads the schema understands: what has to be computed again is a dirty span, what people lay over
-- readings is an edit, and where a quality check fired is a span of that check. Rows stay as they are.
ALTER TABLE mark RENAME TO dirty_span;
ALTER TABLE act RENAME TO edit;
ALTER TABLE edit RENAME COLUMN act_id TO edit_id;
ALTER TABLE act_count RENAME TO edit_count;
ALTER TABLE pending RENAME TO pending_span;
ALTER TABLE fired RENAME TO check_span;
ALTER TABLE check_span RENAME COLUMN fired_id TO span_id;
ALTER TABLE checked RENAME TO check_day;

ALTER INDEX fired_standing RENAME TO check_span_active;
ALTER INDEX fired_laid RENAME TO check_span_graded;

-- Constraints and indexes are named after their table; some PostgreSQL releases name those of NOT NULL too.
DO $$
DECLARE
  pair text[];
  found record;
BEGIN
  FOREACH pair SLICE 1 IN ARRAY ARRAY[
    ['mark', 'dirty_span'], ['act', 'edit'], ['act_count', 'edit_count'], ['pending', 'pending_span'],
    ['fired', 'check_span'], ['checked', 'check_day']]
  LOOP
    FOR found IN SELECT conname AS name FROM pg_constraint
      WHERE conrelid = pair[2]::regclass AND conname ~ ('^' || pair[1] || '_')
    LOOP
      EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', pair[2], found.name,
        replace(replace(regexp_replace(found.name, '^' || pair[1], pair[2]), '_act_id', '_edit_id'), '_fired_id', '_span_id'));
    END LOOP;
    FOR found IN SELECT i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
      WHERE x.indrelid = pair[2]::regclass AND i.relname ~ ('^' || pair[1] || '_') AND i.relname !~ ('^' || pair[2] || '_')
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', found.name, regexp_replace(found.name, '^' || pair[1], pair[2]));
    END LOOP;
  END LOOP;
END $$;

-- Rejected readings of the hours, which are no part of their numbers: of each hour the least and the greatest.
ALTER TABLE bin_month ADD COLUMN rejected bytea NOT NULL DEFAULT '';
ALTER TABLE bin_month ALTER COLUMN rejected SET STORAGE EXTERNAL;

-- Hours in which a check rejected something, or graded what the calculation judges by itself, are computed again.
INSERT INTO dirty_span (hydro_code, kind, series, day, from_t, to_t, n, since)
SELECT hydro_code, 'bin', series, day, min(greatest(from_t, day * 86400000::bigint)),
       max(least(to_t, (day + 1) * 86400000::bigint - 1)), 1, max(first_seen)
  FROM (SELECT hydro_code, from_t, to_t, first_seen, unnest(CASE WHEN codes = '{}' THEN ARRAY[series] ELSE codes END) AS series
          FROM check_span
         WHERE cleared_at IS NULL AND (grade = 5 OR grade IS NOT NULL AND codes = '{}')) span
 CROSS JOIN LATERAL generate_series((from_t / 86400000)::int, (to_t / 86400000)::int) AS day
 WHERE series IS NOT NULL
 GROUP BY hydro_code, series, day
ON CONFLICT (hydro_code, kind, series, day) DO UPDATE SET n = dirty_span.n + 1,
   from_t = least(dirty_span.from_t, excluded.from_t), to_t = greatest(dirty_span.to_t, excluded.to_t);

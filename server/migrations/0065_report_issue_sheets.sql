-- money: whether what was made holds money, which only those see who see prices; null: not made yet, or made before this
-- was kept. sheet_version: which version of its sheet was made, 0 that of the program; null: a report, or not made yet.
ALTER TABLE report_issue ADD COLUMN money boolean, ADD COLUMN sheet_version integer;

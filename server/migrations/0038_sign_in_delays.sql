-- Whose sign-ins a row delays, where it is an account's: an account has one row for itself and one per address.
ALTER TABLE sign_in_failure ADD COLUMN account_id text;
UPDATE sign_in_failure SET account_id = substr(key, 9) WHERE key LIKE 'account:ac\_%';
CREATE INDEX sign_in_failure_account ON sign_in_failure (account_id) WHERE account_id IS NOT NULL;
-- An address by itself is no longer delayed.
DELETE FROM sign_in_failure WHERE key LIKE 'address:%';

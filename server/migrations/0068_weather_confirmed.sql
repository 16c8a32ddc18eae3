-- When the provider last gave each of its models, epoch ms by "<kind> <model>": an issue that has not changed is as fresh
-- as the last answer that held its model, not as the last answer of any kind.
ALTER TABLE weather_source ADD COLUMN confirmed jsonb NOT NULL DEFAULT '{}';

-- What photos state of the sensor that took them, as announced; null for other inputs and where nothing was said.
alter table input_slot add column sensor jsonb;

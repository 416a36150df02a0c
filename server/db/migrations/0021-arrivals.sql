-- Where a bucket takes a file in until it is checked, and the key that it is kept under then; null for that of its name.
alter table input_slot add column arrival text;
alter table input_slot add column stored_key text;

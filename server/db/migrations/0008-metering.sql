-- GiB that an account may process without paying; null means what the server grants to everybody.
alter table account alter column free_processing drop not null;
alter table account alter column free_processing drop default;
update account set free_processing = null where free_processing = 0;
-- GiB that a project was charged for its inputs; null before it is processed, and after processing failed.
alter table imageset add column data_charged double precision;

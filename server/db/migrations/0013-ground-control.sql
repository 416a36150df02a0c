-- Ground control of a project: whether the photos are adjusted and wait for it to be measured, and whether it is taken.
alter table imageset add column gcps_ready boolean not null default false;
alter table imageset add column gcps_corrected boolean not null default false;
-- So far none waited.
update imageset set gcps_corrected = true;

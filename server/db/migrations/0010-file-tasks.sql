-- How far a task for a further file of one product is, 0 to 1.
alter table task add column fraction double precision not null default 0;

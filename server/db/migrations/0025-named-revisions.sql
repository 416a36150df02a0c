-- A revision of operations that is given a name keeps the whole document beside them: the revisions before it are removed
-- in time.
alter table drawing_revision drop constraint drawing_revision_check;
alter table drawing_revision add check (document is not null or operations is not null);

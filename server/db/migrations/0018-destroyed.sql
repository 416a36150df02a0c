-- Whether a project is being removed for good: nobody sees it, and a server that was killed meanwhile ends it later.
alter table imageset add column is_destroyed boolean not null default false;

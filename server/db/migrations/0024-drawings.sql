-- A project has several drawings; the first is the one whose shapes change products. A revision is a whole document, or
-- the operations that turn the revision before it into it.
create table drawing (
  pk integer generated always as identity primary key,
  imageset_pk integer not null references imageset on delete cascade,
  name text not null default '',
  is_locked boolean not null default false,
  created_by integer references account on delete set null,
  created_at timestamptz not null default now()
);
create index drawing_imageset on drawing (imageset_pk);
insert into drawing (imageset_pk) select distinct imageset_pk from drawing_revision order by 1;

alter table drawing_revision add column drawing_pk integer references drawing on delete cascade;
update drawing_revision set drawing_pk = drawing.pk from drawing
  where drawing.imageset_pk = drawing_revision.imageset_pk;
alter table drawing_revision alter column drawing_pk set not null;
alter table drawing_revision drop constraint drawing_revision_pkey;
alter table drawing_revision add primary key (drawing_pk, revision);
alter table drawing_revision drop column imageset_pk;

alter table drawing_revision alter column document drop not null;
alter table drawing_revision add column operations jsonb;
alter table drawing_revision add check ((document is null) <> (operations is null));

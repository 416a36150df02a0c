-- Places that projects are about; an owner's sites have different names.
create table site (
  pk integer generated always as identity primary key,
  owner_pk integer not null references account on delete cascade,
  name text not null,
  unique (owner_pk, name)
);
alter table imageset add column site_pk integer references site on delete set null;

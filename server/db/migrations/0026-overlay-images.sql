-- Pictures that drawings lay over the site, by the SHA-256 of their files.
create table overlay_image (
  imageset_pk integer not null references imageset on delete cascade,
  hash text not null,
  size bigint not null,
  when_created timestamptz not null default now(),
  primary key (imageset_pk, hash)
);

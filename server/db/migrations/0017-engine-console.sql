-- What the console of another engine said of the run under way, a row a line, counted from 0.
create table engine_console (
  imageset_pk integer not null references imageset on delete cascade,
  line integer not null,
  text text not null,
  primary key (imageset_pk, line)
);

-- What crop bounds, ortho crops and flatten areas a drawing holds: their hash and numbers; null for none.
alter table drawing_revision add column shapes jsonb;
-- The hash of the shapes that a file was made by, and facts of the file that differ from its product's; null for others.
alter table product_file add column shaped jsonb;

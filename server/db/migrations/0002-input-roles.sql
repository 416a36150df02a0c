-- Image projects wait for images and for the files that say where ground points are.
alter table input_slot add column role text not null default 'lidar';

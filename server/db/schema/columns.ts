import { customType, integer, timestamp } from 'drizzle-orm/pg-core';

/** A text column: PostgreSQL takes every character but NUL, which is frequent in damaged files. */
export const withoutNul = (value: string) => value.replaceAll('\0', '');

const plain = (_key: string, value: unknown) => (typeof value === 'string' ? withoutNul(value) : value);

export const text = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: withoutNul,
});

export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value, plain),
});

export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const pkColumn = () => integer('pk').primaryKey().generatedAlwaysAsIdentity();

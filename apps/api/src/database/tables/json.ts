import type { ColumnType } from 'kysely';

/** A jsonb column: written as its text, read as a value. */
export type Json<Value> = ColumnType<Value, string, string>;

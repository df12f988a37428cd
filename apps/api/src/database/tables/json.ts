import type { ColumnType } from 'kysely';

/** A jsonb column: written as JSON text, read as a value. */
export type Json<Value> = ColumnType<Value, string, string>;

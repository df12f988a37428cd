const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True for a claim that can be the id of a row. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

import { inject } from 'vitest';

const postgres = inject('postgres');
Object.assign(process.env, { TEST_DUMP: inject('dump'), ...(postgres && { TEST_POSTGRES: postgres }) });

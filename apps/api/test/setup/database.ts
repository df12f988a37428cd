import { afterAll, inject } from 'vitest';
import { dropDatabase } from './empty-database.ts';

Object.assign(process.env, { TEST_POSTGRES: inject('postgres') ?? '' });

afterAll(dropDatabase);

import { testTypes } from './test-types.ts';

testTypes(['5.6', '5.9', '6.0']);

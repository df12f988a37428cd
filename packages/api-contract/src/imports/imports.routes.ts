import { z } from 'zod';
import { EXPORT_MEDIA } from '../base/exports.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { base64Length } from '../values/values.ts';
import {
  importHeader,
  importRows,
  importRowsQuery,
  importSettings,
  imports,
  importsQuery,
  importUndo,
  importView,
  MAX_IMPORT_BYTES,
  newImport,
} from './imports.ts';

const BASE = '/api/referral/imports/';
const ONE = `${BASE}{id}/` as const;
const access = ['organization'] as const;

export const importRoutes = {
  imports: {
    method: 'GET',
    path: BASE,
    name: 'Latest imports of a kind',
    access,
    query: importsQuery,
    response: imports,
  },
  createImport: {
    method: 'POST',
    path: BASE,
    name: 'Upload of a table to import',
    access,
    cost: 'bulk',
    idempotency: 'optional',
    bodyBytes: base64Length(MAX_IMPORT_BYTES) + 64 * 1024,
    body: newImport,
    status: 201,
    response: importView,
  },
  import: {
    method: 'GET',
    path: ONE,
    name: 'Import',
    access,
    params: byId,
    response: importView,
  },
  importRows: {
    method: 'GET',
    path: `${ONE}rows/`,
    name: 'Rows of an import in a state',
    access,
    params: byId,
    query: importRowsQuery,
    response: importRows,
  },
  chooseImportHeader: {
    method: 'POST',
    path: `${ONE}header/`,
    name: 'Choice of the row with the headers; the columns are guessed again',
    access,
    cost: 'bulk',
    params: byId,
    body: importHeader,
    response: importView,
  },
  checkImport: {
    method: 'POST',
    path: `${ONE}check/`,
    name: 'Dry run of an import in the background',
    access,
    cost: 'bulk',
    params: byId,
    body: importSettings,
    response: importView,
  },
  runImport: {
    method: 'POST',
    path: `${ONE}run/`,
    name: 'Import of the checked rows in the background',
    access,
    cost: 'bulk',
    params: byId,
    response: importView,
  },
  cancelImport: {
    method: 'POST',
    path: `${ONE}cancel/`,
    name: 'Stop of an import; imported rows stay',
    access,
    params: byId,
    response: importView,
  },
  importUndo: {
    method: 'GET',
    path: `${ONE}undo/`,
    name: 'What an undo of an import would do',
    access,
    params: byId,
    response: importUndo,
  },
  undoImport: {
    method: 'POST',
    path: `${ONE}undo/`,
    name: 'Undo of an import in the background; objects on which others rest stay',
    access,
    cost: 'bulk',
    params: byId,
    response: importView,
  },
  refusedRows: {
    method: 'GET',
    path: `${ONE}refused/`,
    name: 'Refused rows of an import with the causes',
    access,
    cost: 'export',
    params: byId,
    media: [EXPORT_MEDIA.csv],
    response: z.string(),
  },
} as const satisfies Record<string, RouteContract>;

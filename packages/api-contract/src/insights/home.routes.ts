import { z } from 'zod';
import { exportRoute } from '../base/exports.ts';
import type { RouteContract } from '../base/route.ts';
import {
  homeBalances,
  homeExportQuery,
  homeIncome,
  homeIncomeExportQuery,
  homeIncomeQuery,
  homeQuery,
  homeSales,
  homeSeries,
  homeSeriesQuery,
  homeSummary,
  homeTop,
  homeTopQuery,
} from './home.ts';
import { homeStart, organizationTasks, partnerTasks, taskDismissal } from './home-tasks.ts';

const BASE = '/api/home/';
const organization = ['organization'] as const;
const partner = ['partner'] as const;
const both = ['organization', 'partner'] as const;

export const homeRoutes = {
  homeSummary: {
    method: 'GET',
    path: `${BASE}summary/`,
    name: 'Figures of a period and of the one before',
    access: both,
    query: homeQuery,
    response: homeSummary,
  },
  exportHomeSummary: exportRoute(
    `${BASE}summary/export/`,
    'Figures of a period as a file',
    organization,
    homeExportQuery,
  ),
  homeSales: {
    method: 'GET',
    path: `${BASE}sales/`,
    name: 'What clients paid in a period',
    access: organization,
    query: homeQuery,
    response: homeSales,
  },
  homeSeries: {
    method: 'GET',
    path: `${BASE}series/`,
    name: 'One figure over time',
    access: both,
    query: homeSeriesQuery,
    response: homeSeries,
  },
  homeTasks: {
    method: 'GET',
    path: `${BASE}tasks/`,
    name: 'What needs attention',
    access: both,
    responses: { organization: organizationTasks, partner: partnerTasks },
  },
  dismissTask: {
    method: 'POST',
    path: `${BASE}tasks/dismiss/`,
    name: 'Task that needs no action',
    access: organization,
    body: taskDismissal,
    status: 204,
    response: z.undefined(),
  },
  homeTop: {
    method: 'GET',
    path: `${BASE}top/`,
    name: 'Best partners and sources',
    access: organization,
    query: homeTopQuery,
    response: homeTop,
  },
  homeIncome: {
    method: 'GET',
    path: `${BASE}income/`,
    name: 'Income of a partner by month and by client',
    access: partner,
    query: homeIncomeQuery,
    response: homeIncome,
  },
  exportHomeIncome: exportRoute(
    `${BASE}income/export/`,
    'Income of a partner as a file',
    partner,
    homeIncomeExportQuery,
  ),
  homeBalance: {
    method: 'GET',
    path: `${BASE}balance/`,
    name: 'What a partner has',
    access: ['partner'],
    response: homeBalances,
  },
  homeStart: {
    method: 'GET',
    path: `${BASE}start/`,
    name: 'First steps',
    access: organization,
    response: homeStart,
  },
} as const satisfies Record<string, RouteContract>;

import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { createEmployeesService, type EmployeesDeps } from './employees.service.ts';

/** Registers the routes for employees. */
export function createEmployees(deps: EmployeesDeps) {
  const employees = createEmployeesService(deps);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.employees, ({ viewer }) => employees.list(viewer));
      serve(app, routes.updateEmployee, ({ params, body, viewer }) =>
        employees.setPosition(viewer, params.id, body.position),
      );
      serve(app, routes.switchEmployeeOff, ({ params, viewer }) => employees.switchOff(viewer, params.id));
      serve(app, routes.switchEmployeeOn, ({ params, viewer }) => employees.switchOn(viewer, params.id));
    },
  };
}

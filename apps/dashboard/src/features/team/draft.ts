/** Name of the draft of an invitation of an employee. */
export const EMPLOYEE_DRAFT = 'employee';

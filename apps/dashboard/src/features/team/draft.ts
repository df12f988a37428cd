/** Draft key of the employee invitation. */
export const EMPLOYEE_DRAFT_KEY = 'employee';

import { ApiError, conflict } from '../../platform/errors.ts';

/** Error 404. It is the same for an unknown, used, revoked or expired link. */
export const noSuchInvitation = () =>
  new ApiError({
    status: 404,
    body: { detail: 'Ссылка не действует. Попросите новую у того, кто вас пригласил.' },
  });

/** Error 403: the signed-in user has another phone than the invited one. */
export const wrongPerson = () =>
  new ApiError({
    status: 403,
    body: {
      detail: 'Приглашение для другого номера телефона. Выйдите и откройте ссылку снова.',
    },
  });

/** Error 409: an employee cannot join as a partner. Thrown after authentication only, so that it does not reveal the role to others. */
export const organizationCannotJoin = () =>
  conflict('in_use', 'С этой учетной записью стать партнером нельзя: она для сотрудника компании.');

/** Error 409: a partner cannot join as an employee. Thrown after authentication only, as above. */
export const partnerCannotJoin = () =>
  conflict(
    'in_use',
    'С этой учетной записью стать сотрудником нельзя: она для партнера. Попросите пригласить вас по другому номеру.',
  );

/** Error 409: the user is an employee of another organization. Thrown after authentication only, as above. */
export const employeeOfAnotherOrganization = () =>
  conflict('in_use', 'С этой учетной записью вы уже работаете в другой организации. Сначала выйдите из нее.');

/** Error 409: the user already works in the organization. */
export const alreadyEmployee = () => conflict('in_use', 'Вы уже в команде этой организации.');

import { ApiError, conflict } from '../../platform/errors.ts';

/** 404: one and the same for a link that never was, was used, was taken back or has run out. */
export const noSuchInvitation = () =>
  new ApiError({
    status: 404,
    body: { detail: 'Ссылка не действует. Попросите новую у того, кто вас пригласил.' },
  });

/** 403 */
export const wrongPerson = () =>
  new ApiError({
    status: 403,
    body: {
      detail: 'Приглашение для другого номера телефона. Выйдите и откройте ссылку снова.',
    },
  });

/** 409: said to the account's holder alone. */
export const organizationCannotJoin = () =>
  conflict('in_use', 'С этой учетной записью стать партнером нельзя: она для сотрудника компании.');

/** 409: said to the account's holder alone. */
export const partnerCannotJoin = () =>
  conflict(
    'in_use',
    'С этой учетной записью стать сотрудником нельзя: она для партнера. Попросите пригласить вас по другому номеру.',
  );

/** 409: said to the account's holder alone. */
export const employedElsewhere = () =>
  conflict('in_use', 'С этой учетной записью вы уже работаете в другой организации. Сначала выйдите из нее.');

/** 409 */
export const employedHere = () => conflict('in_use', 'Вы уже в команде этой организации.');

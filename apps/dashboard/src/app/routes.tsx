import { type ComponentType, lazy } from 'react';
import type { NonIndexRouteObject, RouteObject } from 'react-router-dom';
import LoginPage from '../pages/account/login.tsx';
import { paths } from '../shared/paths.ts';
import { ORGANIZATION } from '../shared/product.ts';
import type { PageHandle } from '../shared/ui/page/page-handle.ts';
import { RequireAccess } from './access/require-access.tsx';
import { PageCrash } from './layout/page-crash.tsx';
import { RootLayout } from './layout/root-layout.tsx';

type PageRoute = NonIndexRouteObject & { path: string };
type PageLoader = () => Promise<{ default: ComponentType }>;

/** Sections of imports by kind, except those of leads, clients and sales. */
const IMPORT_SECTIONS: Readonly<Record<string, string>> = {
  partners: paths.partners,
  balances: paths.payments,
};

/** A page whose code is loaded when it is first opened. */
function page(path: string, load: PageLoader, handle: PageHandle): PageRoute {
  const LazyPage = lazy(load);
  return { path, element: <LazyPage />, handle: { ...handle, load } };
}

/** A page with the styles of all Mantine components. */
function styledPage(path: string, load: PageLoader, handle: PageHandle): PageRoute {
  const loadWithStyles = async () => {
    const [content] = await Promise.all([load(), import('./theme/component-styles.ts')]);
    return content;
  };
  return page(path, loadWithStyles, handle);
}

/** A page for signed-in users, with the query cache of their session. */
function ownPage(path: string, load: PageLoader, handle: PageHandle): PageRoute {
  const loadWithQueries = async () => {
    const [{ SessionQueryProvider }, { default: Content }] = await Promise.all([
      import('./queries.tsx'),
      load(),
    ]);
    return {
      default: () => (
        <SessionQueryProvider>
          <Content />
        </SessionQueryProvider>
      ),
    };
  };
  return styledPage(path, loadWithQueries, handle);
}

const programs = { title: 'Реферальные программы', path: paths.programs };
const partners = { title: 'Партнеры', path: paths.partners };

const signedIn = [
  ownPage(paths.home, () => import('../pages/home.tsx'), {
    title: 'Главная',
    section: paths.home,
  }),
  ownPage(paths.profile, () => import('../pages/profile/profile.tsx'), {
    title: 'Профиль',
    section: paths.profile,
  }),
  ownPage(paths.notifications, () => import('../pages/profile/notifications.tsx'), {
    title: 'Уведомления',
    section: paths.profile,
  }),
  ownPage(paths.programs, () => import('../pages/programs.tsx'), {
    title: programs.title,
    section: paths.programs,
  }),
  ownPage(paths.programCreate, () => import('../pages/program-create.tsx'), {
    title: 'Новая программа',
    section: paths.programs,
    parent: programs,
  }),
  ownPage(paths.program, () => import('../pages/program.tsx'), {
    title: 'Реферальная программа',
    section: paths.programs,
    parent: programs,
  }),
  ownPage(paths.leads, () => import('../pages/leads.tsx'), {
    title: 'Лиды',
    section: paths.leads,
  }),
  ownPage(paths.payments, () => import('../pages/payments/payments.tsx'), {
    title: 'Выплаты',
    section: paths.payments,
  }),
];

const organizationOnly = [
  ownPage(paths.monthSummary, () => import('../pages/month-summary.tsx'), {
    title: 'Итоги месяца',
    section: paths.home,
    parent: { title: 'Главная', path: paths.home },
  }),
  ownPage(paths.messages, () => import('../pages/profile/messages.tsx'), {
    title: 'Сообщения',
    section: paths.profile,
  }),
  ownPage(paths.journal, () => import('../pages/profile/journal.tsx'), {
    title: 'Журнал',
    section: paths.profile,
  }),
  ownPage(paths.developers, () => import('../pages/profile/developers.tsx'), {
    title: 'Для разработчиков',
    section: paths.profile,
  }),
  ownPage(paths.outsideEvents, () => import('../pages/profile/outside-events.tsx'), {
    title: 'Входящие события',
    section: paths.profile,
    parent: { title: 'Для разработчиков', path: paths.developers },
  }),
  ownPage(paths.team, () => import('../pages/profile/team.tsx'), {
    title: 'Команда',
    section: paths.profile,
  }),
  ownPage(paths.organization, () => import('../pages/profile/organization.tsx'), {
    title: 'Организация',
    section: paths.profile,
  }),
  ownPage(paths.partners, () => import('../pages/partners.tsx'), {
    title: partners.title,
    section: paths.partners,
  }),
  ownPage(paths.partnerCreate, () => import('../pages/partner-create.tsx'), {
    title: 'Новый партнер',
    section: paths.partners,
    parent: partners,
  }),
  ownPage(paths.import, () => import('../pages/import.tsx'), {
    title: 'Загрузка из файла',
    section: (parameters) => IMPORT_SECTIONS[parameters.get('kind') ?? ''] ?? paths.leads,
  }),
  ownPage(paths.partner, () => import('../pages/partner.tsx'), {
    title: 'Партнер',
    section: paths.partners,
    parent: partners,
  }),
];

const open = [
  // In the first script, because users without a session open it first.
  { path: paths.login, element: <LoginPage />, handle: { title: 'Вход' } satisfies PageHandle },
  page(paths.invite, () => import('../pages/account/invite.tsx'), { title: 'Приглашение' }),
  page(paths.reset, () => import('../pages/account/reset.tsx'), { title: 'Новый пароль' }),
  page(paths.referral, () => import('../pages/referral.tsx'), { title: 'Реферальная ссылка' }),
  styledPage(paths.forgot, () => import('../pages/account/forgot.tsx'), { title: 'Забыли пароль?' }),
  styledPage(paths.setup, () => import('../pages/account/setup.tsx'), { title: 'Первый вход' }),
  styledPage(paths.join, () => import('../pages/account/join.tsx'), { title: 'Стать партнером' }),
  styledPage(paths.application, () => import('../pages/account/application.tsx'), {
    title: 'Заявка партнера',
  }),
  styledPage('*', () => import('../pages/not-found.tsx'), { title: 'Страница не найдена' }),
];

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <PageCrash />,
    children: [
      {
        // The shell stays visible when a page crashes.
        errorElement: <PageCrash />,
        children: [
          { element: <RequireAccess />, children: signedIn },
          {
            element: <RequireAccess roles={[ORGANIZATION]} />,
            children: organizationOnly,
          },
          ...open,
        ],
      },
    ],
  },
];

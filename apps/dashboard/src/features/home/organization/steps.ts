import type { HomeStart } from '@referral-dashboard/api-contract';
import { generatePath, type To } from 'react-router-dom';
import { paths, policyForm, requisitesForm } from '@/shared/paths.ts';
import { getLeadLink } from '../links.ts';

type Step = HomeStart['results'][number];
type StepDetails = { title: string; text: string; action: string; to: To };

const getProgramPath = (id: string | null) =>
  id ? generatePath(paths.program, { id }) : paths.programCreate;
const getPartnerPath = (id: string | null) =>
  id ? generatePath(paths.partner, { id }) : paths.partnerCreate;

/** Title, explanation and URL of a first step. */
export function getStepDetails({ step, id }: Step, steps: readonly Step[]): StepDetails {
  switch (step) {
    case 'requisites':
      return {
        title: 'Реквизиты организации',
        text: 'Название и ИНН попадут в документы для партнеров.',
        action: 'Заполнить реквизиты',
        to: requisitesForm,
      };
    case 'privacy_policy':
      return {
        title: 'Политика обработки персональных данных',
        text: 'Стоит рядом с согласием клиента, без нее программу не включить. Разместите здесь образец или свой текст; адрес своей страницы указывают в реквизитах.',
        action: 'Разместить политику',
        to: policyForm,
      };
    case 'program':
      return {
        title: 'Реферальная программа',
        text: 'Условия, вознаграждение и страница для клиента. Первая займет около трех минут.',
        action: id ? 'Включить программу' : 'Создать программу',
        to: getProgramPath(id),
      };
    case 'partner':
      return {
        title: 'Первый партнер',
        text: 'Добавьте партнера, и он получит свою ссылку.',
        action: id ? 'Рассмотреть заявку' : 'Добавить партнера',
        to: getPartnerPath(id),
      };
    case 'lead':
      return {
        title: 'Первый лид',
        text: 'Передайте партнеру его ссылку: лиды по ней появятся здесь сразу.',
        action: 'Открыть ссылку партнера',
        to: getPartnerPath(steps.find((otherStep) => otherStep.step === 'partner')?.id ?? null),
      };
    case 'confirmed_lead':
      return {
        title: 'Подтвержденный лид',
        text: 'Свяжитесь с клиентом и подтвердите его интерес.',
        action: id ? 'Открыть лид' : 'Открыть лиды',
        to: id ? getLeadLink(id) : paths.leads,
      };
    case 'paid_payment':
      return {
        title: 'Первая выплата',
        text: 'Когда закончится удержание, сформируйте выплату и переведите деньги партнеру.',
        action: 'Открыть выплаты',
        to: paths.payments,
      };
  }
}

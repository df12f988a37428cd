import {
  applicationRoutes,
  type JoinPage,
  missingInApplication,
  type PartnerKind,
} from '@referral-dashboard/api-contract';
import { INCOMPLETE_PHONE } from '@referral-dashboard/api-contract/phone-messages';
import { fetchJson } from '@/shared/api/fetch-json.ts';
import { UNSOLVED_CAPTCHA, useCaptcha } from '@/shared/captcha/captcha.tsx';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { joinUrl } from './use-join-page.ts';

/** Token of the application and how its phone is verified. */
export type SentApplication = { token: string; proof: 'code' | 'none' };

type JoinFormOptions = {
  code: string;
  page: JoinPage;
  onSent: (sent: SentApplication) => void;
  /** Called when a document has changed since it was loaded. */
  onStale: () => void;
};

const createBlank = (kind: PartnerKind) => ({
  kind,
  last_name: '',
  first_name: '',
  father_name: '',
  company_name: '',
  phone: '',
  email: '',
  inn: '',
  offer: false,
  personal_data: false,
  website: '',
  'smart-token': '',
});

const INN_MESSAGE = 'Проверьте ИНН: 10 цифр у компании, 12 у человека';

/** Application form. Input is not stored, because the browser may be shared. */
export function useJoinForm({ code, page, onSent, onStale }: JoinFormOptions) {
  const captcha = useCaptcha();
  const contractForm = useContractForm({
    schema: applicationRoutes.apply.body,
    saved: createBlank(page.partner_kinds[0] ?? 'individual'),
    toBody: ({ kind, company_name, ...typed }) => ({
      ...typed,
      kind,
      company_name: kind === 'legal' ? company_name : '',
      offer_version: page.offer?.version,
      personal_data_version: page.personal_data?.version,
      'smart-token': captcha.token,
    }),
    messages: {
      phone: INCOMPLETE_PHONE,
      inn: ({ inn }, message) => (inn.trim() === '' ? message : INN_MESSAGE),
      offer: 'Без принятой оферты заявку отправить нельзя',
      personal_data: 'Без согласия заявку отправить нельзя',
    },
    rules: (values) => ({
      ...missingInApplication(values),
      ...(captcha.isMissing && { 'smart-token': UNSOLVED_CAPTCHA }),
    }),
    failureTitle: 'Заявка не отправлена',
    send: async (body) => {
      const sent = (await fetchJson(fetch, joinUrl(code), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })) as SentApplication;
      onSent(sent);
    },
    onError: () => {
      captcha.reset();
      onStale();
    },
  });
  return { ...contractForm, captcha };
}

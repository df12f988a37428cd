import { IconLink } from '../shared/ui/icons.ts';
import { Notice } from '../shared/ui/notice.tsx';
import { DocumentTitle } from '../shared/ui/page.tsx';

/** The public page of a referral link. Its programme is not served yet; it does not pretend otherwise. */
const ReferralPage = () => (
  <>
    <DocumentTitle title="Реферальная ссылка" />
    <Notice order={1} icon={<IconLink size={32} stroke={1.75} />} title="Страница программы еще не готова">
      Вы пришли по реферальной ссылке. Здесь будет форма заявки; пока свяжитесь с тем, кто прислал ссылку.
    </Notice>
  </>
);

export default ReferralPage;

import { CreatePartnerForm } from '../features/partners/form/create-partner-form.tsx';
import { useIsPermitted } from '../shared/api/permissions.tsx';
import { NotPermittedNotice } from '../shared/ui/page/not-permitted-notice.tsx';
import { Page } from '../shared/ui/page/page.tsx';

const PartnerCreatePage = () => (
  <Page width="form">
    {useIsPermitted('createPartner') ? (
      <CreatePartnerForm />
    ) : (
      <NotPermittedNotice>Партнеров добавляют владелец и менеджер</NotPermittedNotice>
    )}
  </Page>
);

export default PartnerCreatePage;

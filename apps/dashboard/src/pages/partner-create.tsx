import { NewPartner } from '../features/partners/form/new-partner.tsx';
import { usePermitted } from '../shared/api/permitted.tsx';
import { NotPermitted } from '../shared/ui/page/not-permitted.tsx';
import { Page } from '../shared/ui/page/page.tsx';

const PartnerCreatePage = () => (
  <Page width="form">
    {usePermitted('createPartner') ? (
      <NewPartner />
    ) : (
      <NotPermitted>Партнеров добавляют владелец и менеджер</NotPermitted>
    )}
  </Page>
);

export default PartnerCreatePage;

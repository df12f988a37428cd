import { NewPartner } from '../features/partners/form/new-partner.tsx';
import { Page } from '../shared/ui/page/page.tsx';

const PartnerCreatePage = () => (
  <Page width="form">
    <NewPartner />
  </Page>
);

export default PartnerCreatePage;

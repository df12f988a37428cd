import { NewPartner } from '../features/partners/new-partner.tsx';
import { Page } from '../shared/ui/page.tsx';

const PartnerCreatePage = () => (
  <Page width="form">
    <NewPartner />
  </Page>
);

export default PartnerCreatePage;

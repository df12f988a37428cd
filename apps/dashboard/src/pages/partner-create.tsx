import { UpcomingSection } from '../features/upcoming/upcoming-section.tsx';
import { Page } from '../shared/ui/page.tsx';

const PartnerCreatePage = () => (
  <Page>
    <UpcomingSection section="partner" />
  </Page>
);

export default PartnerCreatePage;

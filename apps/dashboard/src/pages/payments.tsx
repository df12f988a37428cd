import { UpcomingSection } from '../features/upcoming/upcoming-section.tsx';
import { Page } from '../shared/ui/page.tsx';

const PaymentsPage = () => (
  <Page>
    <UpcomingSection section="payments" />
  </Page>
);

export default PaymentsPage;

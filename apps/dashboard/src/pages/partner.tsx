import { PartnerCard } from '../features/partners/card/partner-card.tsx';
import { PayoutMethods } from '../features/payout-methods/payout-methods.tsx';

const PartnerPage = () => (
  <PartnerCard payoutMethods={(partnerId) => <PayoutMethods partnerId={partnerId} />} />
);

export default PartnerPage;

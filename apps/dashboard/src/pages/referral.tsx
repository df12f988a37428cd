import { useParams } from 'react-router-dom';
import { ReferralPage } from '../features/referral-page/referral-page.tsx';

/** Public page of a referral link. */
export default function ReferralLinkPage() {
  const { code = '' } = useParams();
  return <ReferralPage key={code} code={code} />;
}

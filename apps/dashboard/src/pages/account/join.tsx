import { useParams } from 'react-router-dom';
import { Join } from '@/features/account/join/join.tsx';
import { PublicFrame } from '@/shared/ui/page/public-frame.tsx';

export default function JoinPage() {
  const { code = '' } = useParams();
  return (
    <PublicFrame title="Стать партнером" supportText="Что-то не получается? Напишите нам">
      <Join key={code} code={code} />
    </PublicFrame>
  );
}

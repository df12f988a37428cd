import { useParams } from 'react-router-dom';
import { Join } from '@/features/account/join/join.tsx';
import { EntryFrame } from '@/shared/ui/page/entry-frame.tsx';

export default function JoinPage() {
  const { code = '' } = useParams();
  return (
    <EntryFrame title="Стать партнером" supportText="Что-то не получается? Напишите нам">
      <Join key={code} code={code} />
    </EntryFrame>
  );
}

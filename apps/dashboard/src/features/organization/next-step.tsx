import { Alert, Button } from '@mantine/core';
import { homeRoutes } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { paths, policyForm } from '@/shared/paths.ts';

/** Next setup step after the requisites, until the first program exists. */
export function NextStep() {
  const { data } = useApiQuery(homeRoutes.homeStart, {});
  const nextStep = data?.results.find(({ done }) => !done);
  if (nextStep?.step === 'privacy_policy')
    return (
      <Alert title="Следующий шаг: политика обработки персональных данных">
        <p>Укажите адрес своей страницы в реквизитах или разместите образец здесь.</p>
        <Button component={Link} to={policyForm}>
          Разместить политику
        </Button>
      </Alert>
    );
  if (nextStep?.step !== 'program') return null;
  return (
    <Alert title="Следующий шаг: реферальная программа">
      <p>Реквизиты готовы. Первая программа займет около трех минут.</p>
      <Button
        component={Link}
        to={nextStep.id ? paths.program.replace(':id', nextStep.id) : paths.programCreate}
      >
        {nextStep.id ? 'Включить программу' : 'Создать программу'}
      </Button>
    </Alert>
  );
}

import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../shared/paths.ts';
import { Notice } from '../shared/ui/feedback/notice.tsx';
import { IconCompass } from '../shared/ui/icons.ts';
import { DocumentTitle } from '../shared/ui/page/page-heading.tsx';

const NotFoundPage = () => (
  <>
    <DocumentTitle title="Страница не найдена" />
    <Notice
      order={1}
      icon={<IconCompass size={32} stroke={1.75} />}
      title="Такой страницы нет"
      actions={
        <Button component={Link} to={paths.home}>
          На главную
        </Button>
      }
    >
      Проверьте адрес: возможно, в нем опечатка или страницу удалили.
    </Notice>
  </>
);

export default NotFoundPage;

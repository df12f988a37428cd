import { ActionIcon, Text } from '@mantine/core';
import type { LeadComment } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useDates } from '@/shared/format/use-dates.ts';
import { IconTrash } from '@/shared/ui/icons.ts';
import classes from '../leads.module.css';

const DeleteCommentDialog = lazy(() => import('./delete-comment-dialog.tsx'));

/** Text, time and author of a comment, with a delete button if the user has permission. */
export function CommentContent({ comment }: { comment: LeadComment }) {
  const { formatMoment } = useDates();
  const [isDeleteDialogOpen, setDeleteDialogOpen] = useState(false);
  const time = formatMoment(comment.at);
  return (
    <>
      <Text className={classes['pre']}>{comment.text}</Text>
      <div className={classes['signature']}>
        <Text c="dimmed" size="xs">
          {[time, comment.author].filter(Boolean).join(' · ')}
        </Text>
        {comment.can_delete && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Удалить комментарий, ${time}`}
            onClick={() => setDeleteDialogOpen(true)}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <Suspense fallback={null}>
        {isDeleteDialogOpen && (
          <DeleteCommentDialog comment={comment} onClose={() => setDeleteDialogOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

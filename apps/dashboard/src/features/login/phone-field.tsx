import { MaskInput, type MaskInputProps } from '@mantine/core';
import type { ClipboardEvent, FormEvent, KeyboardEvent } from 'react';
import { isFullNumber, nationalDigits } from '../../shared/format/phone.ts';

const MASK = '+7 (999) 999-99-99';

function inMask(national: string): string {
  const digits = [...national];
  return MASK.replace(/9/g, () => digits.shift() ?? '');
}

/** Puts a whole number into the field as if it had been typed, so that the mask takes it up. */
function fill(input: HTMLInputElement, national: string) {
  input.value = inMask(national);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** A whole number, however it is written, replaces what is there; a part of one is the mask's business. */
function takePasted(event: ClipboardEvent<HTMLInputElement>) {
  const national = nationalDigits(event.clipboardData.getData('text'));
  if (!isFullNumber(national)) return;
  event.preventDefault();
  event.stopPropagation();
  fill(event.currentTarget, national);
}

/** A password manager or a phone's keyboard writes a number of its own form past the mask. */
function takeFilledIn({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const national = nationalDigits(input.value);
  if (isFullNumber(national) && input.value !== inMask(national)) input.value = inMask(national);
}

/** Someone who types from the habitual 8 or 7 shows it by one digit too many: it was the prefix. */
function takeEleventhDigit(event: KeyboardEvent<HTMLInputElement>) {
  const { currentTarget: input, key } = event;
  const typed = nationalDigits(input.value);
  const atEnd = input.selectionStart === input.value.length && input.selectionEnd === input.value.length;
  if (!/^\d$/.test(key) || !atEnd || !isFullNumber(typed) || !/^[78]/.test(typed)) return;
  event.preventDefault();
  event.stopPropagation();
  fill(input, nationalDigits(typed + key));
}

/** A Russian phone number, «+7 (916) 123-45-67», typed, pasted or filled in from any way of writing it. */
export const PhoneField = (props: Omit<MaskInputProps, 'mask'>) => (
  <MaskInput
    {...props}
    mask={MASK}
    type="tel"
    inputMode="tel"
    onPasteCapture={takePasted}
    onInputCapture={takeFilledIn}
    onKeyDownCapture={takeEleventhDigit}
  />
);

/** Links to pages of the app, in the looks of Mantine. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

function PlainAnchor(props: AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>) {
  return <Anchor {...props} />;
}

function PlainButton(props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) {
  return <Button component="a" {...props} />;
}

export const TextLink = createLink(PlainAnchor);
export const ButtonLink = createLink(PlainButton);

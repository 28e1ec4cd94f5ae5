import { Link } from '@tanstack/react-router';

/** A link to a screen or an overlay of the app. What it leads to is loaded as soon as a pointer rests on it. */
export const AppLink = Link;

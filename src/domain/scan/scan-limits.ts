/** ms between two looks at the picture */
export const CAMERA_LOOK_EVERY_MS = 150;
/** px of the longer side of a picture that is looked at: more only takes longer */
export const PICTURE_SIDE_MOST = 960;

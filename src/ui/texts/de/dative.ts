/** An age as it stands after 'vor', 'seit' and 'in': '2 Std.', '3 Tagen'. */
export const dative = (age: string): string => age.replace(/Tage$/, 'Tagen');

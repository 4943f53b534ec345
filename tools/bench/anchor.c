/* Make and solve boards of one puzzle of Simon Tatham's collection: linked with the puzzle's file, without a window.
 *
 * ANCHOR make PARAMETERS SEED COUNT     prints COUNT boards, one per line: PARAMETERS:DESCRIPTION
 * ANCHOR solve < BOARDS                 prints for each its microseconds of processor time, then the answer as a move,
 *                                       or what is wrong
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "puzzles.h"

static double microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e6 * time.tv_sec + 1e-3 * time.tv_nsec;
}

static int make(char *text, const char *seed, int count)
{
    random_state *random = random_new(seed, strlen(seed));
    game_params *params = thegame.default_params();
    thegame.decode_params(params, text);
    const char *wrong = thegame.validate_params(params, true);
    if (wrong) {
        fprintf(stderr, "%s: %s\n", text, wrong);
        return 1;
    }
    while (count--) {
        char *aux = NULL;
        printf("%s:%s\n", text, thegame.new_desc(params, random, &aux, false));
        fflush(stdout);
    }
    return 0;
}

static int solve(void)
{
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        char *text = strchr(line, ':'), *answer = NULL;
        line[strcspn(line, "\n")] = 0;
        if (!text) {
            fprintf(stderr, "no parameters: %s\n", line);
            return 1;
        }
        *text++ = 0;
        game_params *params = thegame.default_params();
        thegame.decode_params(params, line);
        const char *wrong = thegame.validate_desc(params, text);
        double start = microseconds();
        if (!wrong) {
            game_state *state = thegame.new_game(NULL, params, text);
            answer = thegame.solve(state, state, NULL, &wrong);
            thegame.free_game(state);
        }
        printf("%.2f\t%s\n", microseconds() - start, answer ? answer : wrong);
        fflush(stdout);
        sfree(answer);
        thegame.free_params(params);
    }
    return 0;
}

int main(int count, char **words)
{
    if (count == 5 && !strcmp(words[1], "make"))
        return make(words[2], words[3], atoi(words[4]));
    if (count == 2 && !strcmp(words[1], "solve"))
        return solve();
    fprintf(stderr, "usage: anchor make PARAMETERS SEED COUNT | anchor solve < BOARDS\n");
    return 2;
}

/* Runs the fastest program that the processor supports, of those that scripts/release links into one. */

int avx512_main(int, char **);
int avx2_main(int, char **);
int portable_main(int, char **);

int main(int count, char **words)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
        __builtin_cpu_supports("avx512vnni"))
        return avx512_main(count, words);
    if (__builtin_cpu_supports("x86-64-v3"))
        return avx2_main(count, words);
    return portable_main(count, words);
}
